// The topics of a folder share one isolate, because each of them loads every command.
import './matrix/other-users.ts';
import './matrix/results-schema.ts';
import './matrix/signature-stability.ts';
import './matrix/volley.ts';
