// The topics of a folder share one isolate, because each of them loads every command.
import './commands/annotate.ts';
import './commands/doctor.ts';
import './commands/exit-code.ts';
import './commands/files.ts';
import './commands/init.ts';
import './commands/output.ts';
import './commands/set-up.ts';
