import process from 'node:process';

/** The help and the version need no command, and the file with all of them takes longer to load than Node itself. */
const [word = '', ...more] = process.argv.slice(2);
void (more.length === 0 && ['--help', '-h', 'help', '--version', '-V'].includes(word)
  ? import('./print-help.ts')
  : import('./main.ts'));
