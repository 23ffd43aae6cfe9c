/** Words of a capacity report that are neither a requirement nor a code: `storecheck explain WORD` prints them. */
export const GLOSSARY = {
  knee: 'The rate above which responses fall behind the offered load by 2 %: the service cannot answer more.',
  headroom:
    'The highest step within all objectives, below every step that is beyond one, in percent of the projected peak.',
  within: 'A step whose measured values surely meet every objective: the upper ends of their 95 % intervals do.',
  beyond: 'A step that surely misses an objective: the lower end of a 95 % interval does.',
  open: 'A step that shows neither: an interval reaches over an objective, or too few requests were sent.',
  invalid:
    'A step that says nothing about the service: the keys were refused, this machine was late, or k6 did not finish.',
} as const;
