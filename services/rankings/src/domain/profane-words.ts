/**
 * The 20 words of the specification (companion, section 5). Their inflections and the slurs are in `masked-words.ts`. No word is here that
 * has an innocent meaning in a park (`pussy willow`, `cock-a-doodle-doo`).
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
