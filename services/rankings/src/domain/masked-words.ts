import { foldText } from './folded-text.ts'
import { PROFANE_WORDS } from './profane-words.ts'

/** Masked words: the 20 words, their inflections and compounds, their other spellings, and slurs. Each is matched as a whole word. */

const PLURAL = ['s']
const FORMS: Partial<Record<(typeof PROFANE_WORDS)[number], string[]>> = {
  fuck: [
    's',
    'in',
    'ings',
    'ers',
    'able',
    'y',
    'up',
    'ups',
    'face',
    'head',
    'heads',
    'wit',
    'wits',
    'tard',
    'tards',
    'you',
    'off',
  ],
  motherfucker: PLURAL,
  shit: [
    's',
    'ted',
    'ting',
    'ter',
    'tier',
    'tiest',
    'head',
    'heads',
    'hole',
    'holes',
    'show',
    'shows',
    'bag',
    'bags',
    'load',
    'storm',
  ],
  bullshit: ['ter', 'ters', 'ting', 'ted'],
  bitch: ['es', 'y', 'ier', 'iest', 'ing', 'in', 'ed'],
  bastard: PLURAL,
  asshole: PLURAL,
  ass: ['es', 'hat', 'hats', 'wipe', 'wipes', 'face'],
  dickhead: PLURAL,
  cunt: ['s', 'y', 'face'],
  slut: ['s', 'ty', 'tier', 'tiest'],
  whore: PLURAL,
  twat: PLURAL,
  wanker: PLURAL,
  cocksucker: PLURAL,
  prick: PLURAL,
}

const COMPOUNDS = [
  ...['dumb', 'smart', 'fat', 'hard', 'lard'].flatMap((how) => [`${how}ass`, `${how}asses`]),
  ...['whatthe', 'holy', 'mind', 'cluster', 'un'].map((before) => `${before}fuck`),
  ...['mother', 'mind', 'abso', 'cluster', 'un'].map((before) => `${before}fucking`),
  ...['holy', 'horse', 'dip', 'bat', 'no'].map((before) => `${before}shit`),
  'mindfucked',
  'motherfuck',
  'cocksucking',
  'wanking',
]

const SPELLINGS = [
  'fck',
  'fcking',
  'fcked',
  'fuk',
  'fuking',
  'fuxk',
  'fxck',
  'phuck',
  'phucking',
  'phuk',
  'fucc',
  'sht',
  'biatch',
  'arsehole',
  'arseholes',
]

/** Not those whose first meaning is another in a park or in another language. */
const SLURS =
  'nigger nigga faggot kike spic chink gook wetback towelhead raghead beaner shemale paki golliwog'.split(' ')
const OTHER_SLURS = ['nigguh', 'faggy', 'tranny', 'trannies', 'retarded']

/** Swearing of other languages that is no name, food or harmless word of another one (`cono`, `porra`, `kut` and `merda` are, without accents). */
const FOREIGN = [
  'arschloch arschlocher scheisse scheiße scheiß beschissen wichser fotze fotzen hurensohn',
  'puta putas mierda gilipollas hijueputa pendejo pendejos',
  'caralho filhodaputa cazzo stronzo stronzi vaffanculo',
  'merde putain connard connards salope salopes encule',
  'kurwa блядь блять хуй пиздец',
].flatMap((words) => words.split(' '))

export const MASKED_WORDS: readonly string[] = [
  ...PROFANE_WORDS,
  ...PROFANE_WORDS.flatMap((word) => (FORMS[word] ?? []).map((ending) => word + ending)),
  ...COMPOUNDS,
  ...SPELLINGS,
  ...SLURS,
  ...SLURS.map((slur) => `${slur}s`),
  ...OTHER_SLURS,
  ...FOREIGN.map((word) => foldText(word).folded),
]

/** Long enough to be read with a letter in stars, or with one sign in their middle. */
export const STARRED_WORDS: readonly string[] = MASKED_WORDS.filter(
  (word) => word.length >= 4 && !SPELLINGS.includes(word),
)
export const SPLIT_WORDS: readonly string[] = MASKED_WORDS.filter((word) =>
  /^(?:fuck|shit|bitch|cunt|nigger|nigga|faggot)(?:s|es|ed|er|ing)?$/.test(word),
)

/** Around a masked word: names, food, plants, playing cards, abbreviations. In the folded text. */
export const INNOCENT_CONTEXTS: readonly RegExp[] = [
  /\b(?:twatt|assess)\b/gu,
  /\bwankers corner\b/gu,
  /\bslutty vegan\b/gu,
  /\bwhore-hound/gu,
  /\bpricks? (?:of|pear)\b/gu,
  /\bass\. ?(?:coach|prof|professor|manager|mgr|dir|director|sec|secretary|ed|editor|principal|chief|vice)\b/gu,
  /\b(?:das|ein|kein|pik|herz|karo|kreuz|treff|trumpf)[ -]ass\b/gu,
  /\bass (?:mobel|im armel)\b/gu,
  /\bchinks? in\b/gu,
  /\bfaggots? (?:and|&|with) (?:peas|gravy|mash)/gu,
  /\bspic (?:and|&|n) span\b/gu,
]
