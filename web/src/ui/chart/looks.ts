/** Each series has its own colour, line and marker, so that none depends on colour alone. */
const looks = [
  { color: 'var(--c1)', dash: '' },
  { color: 'var(--c2)', dash: '6 4' },
  { color: 'var(--c3)', dash: '2 3' },
  { color: 'var(--c4)', dash: '8 3 2 3' },
  { color: 'var(--c5)', dash: '12 4' },
] as const

/** How the series of that number is drawn. */
export const lookOf = (index: number) => looks[index % looks.length] ?? looks[0]
