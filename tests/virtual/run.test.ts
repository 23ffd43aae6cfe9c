// The topics of a folder share one isolate, because each of them loads every command.
import './run/interrupt.ts';
import './run/live.ts';
import './run/max-duration.ts';
import './run/pace.ts';
import './run/rerun.ts';
import './run/wait-for-ready.ts';
