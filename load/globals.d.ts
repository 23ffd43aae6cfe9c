/** k6 has a console; @types/k6 does not declare it, and the DOM's would declare much that k6 lacks. */
declare const console: { readonly log: (text: string) => void };
