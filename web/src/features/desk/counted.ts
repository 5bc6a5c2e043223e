/** "1 ride", "2 rides", "2 entries". */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${count} ${count === 1 ? thing : things}`
