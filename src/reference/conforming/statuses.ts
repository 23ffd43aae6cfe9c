export const statuses: readonly string[] = ['available', 'pending', 'sold'];
