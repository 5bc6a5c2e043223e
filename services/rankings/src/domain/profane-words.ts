/**
 * The 20 words that are masked (companion, section 5). Matched as whole words, so the commonest forms stand beside their stems, and
 * no word is here that has an innocent meaning in a park (`pussy willow`, `cock-a-doodle-doo`).
 */
export const PROFANE_WORDS = [
  'fuck',
  'fucked',
  'fucking',
  'fucker',
  'motherfucker',
  'shit',
  'shitty',
  'bullshit',
  'bitch',
  'bastard',
  'asshole',
  'ass',
  'dickhead',
  'cunt',
  'slut',
  'whore',
  'twat',
  'wanker',
  'cocksucker',
  'prick',
] as const
