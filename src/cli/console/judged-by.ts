/** The commands that judge a requirement. */
export function judgedBy(id: string): readonly string[] {
  if (id.startsWith('capacity.')) return ['capacity'];
  return id.startsWith('limit.') ? ['limits', 'run'] : ['check', 'run'];
}
