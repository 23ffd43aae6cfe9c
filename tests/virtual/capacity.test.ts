// The topics of a folder share one isolate, because each of them loads every command.
import './capacity/capacity.ts';
import './capacity/distribute.ts';
import './capacity/instances.ts';
import './capacity/knee.ts';
import './capacity/target.ts';
