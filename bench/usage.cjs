// Preloaded (`node -r`): prints on exit the processor time (µs) and the most memory (kB) of the process.
const usage = () => process.resourceUsage();
process.on('exit', () => console.error(`USAGE ${usage().userCPUTime + usage().systemCPUTime} ${usage().maxRSS}`));
