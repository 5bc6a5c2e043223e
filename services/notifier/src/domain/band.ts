/** How a wait is shown on the board (core, section 9): a colour, a shape and a word, never colour alone. */
export type Band = { name: 'go' | 'mid' | 'stop'; glyph: string; word: string }

const MODERATE_FROM_MINUTES = 20
const LONG_FROM_MINUTES = 45

export const WALK_ON: Band = { name: 'go', glyph: '▸', word: 'Walk on' }
export const REOPENED: Band = { name: 'go', glyph: '▸', word: 'Open again' }
export const DONE: Band = { name: 'stop', glyph: '■', word: 'Probably done for today' }

export function toBand(waitMinutes: number): Band {
  if (waitMinutes === 0) return WALK_ON
  if (waitMinutes < MODERATE_FROM_MINUTES) return { name: 'go', glyph: '●', word: 'Short' }
  if (waitMinutes < LONG_FROM_MINUTES) return { name: 'mid', glyph: '◆', word: 'Moderate' }
  return { name: 'stop', glyph: '■', word: 'Long' }
}
