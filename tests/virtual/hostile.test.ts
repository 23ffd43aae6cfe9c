// The topics of a folder share one isolate, because each of them loads every command.
import './hostile/bodies.ts';
import './hostile/echo.ts';
import './hostile/slow.ts';
import './hostile/terminal.ts';
import './hostile/wire.ts';
