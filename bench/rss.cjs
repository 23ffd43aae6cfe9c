// Preloaded (`node -r`): says on exit how much memory the process held at most, in kB.
process.on('exit', () => console.error(`RSS ${process.resourceUsage().maxRSS}`));
