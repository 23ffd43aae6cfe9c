// The topics of a folder share one isolate, because each of them loads every command.
import './report/diff.ts';
import './report/journal.ts';
import './report/pin.ts';
import './report/report.ts';
import './report/waive.ts';
