/** How visitors call what the feed names otherwise. By id, because names change upstream. */
const KNOWN: Record<string, string | undefined> = {
  'e957da41-3552-4cf6-b636-5babc5cbc4e5': 'Walt Disney World',
  '75ea578a-adc8-4116-a54d-dccb60765ef9': 'Magic Kingdom',
  '288747d1-8b4f-4a64-867e-ea7c9b27bad8': 'Hollywood Studios',
  '1c84a229-8862-4648-9c71-378ddd2c7693': 'Animal Kingdom',
  '7340550b-c14d-4def-80bb-acdb51d49a66': 'Disneyland',
  '832fcd51-ea19-4e77-85c7-75d5843b127c': 'California Adventure',
  '89db5d43-c434-4097-b71f-f6869f495a22': 'Universal Orlando',
  'eb3f4560-2383-4a36-9152-6b3e5ed6bc57': 'Universal Studios Orlando',
  '267615cc-8943-4c2a-ae2c-5da728ca591f': 'Islands of Adventure',
  '12dbb85b-265f-44e6-bccf-f1faa17211fc': 'Epic Universe',
  'fe78a026-b91b-470c-b906-9d2266b692da': 'Volcano Bay',
  // The destination and its only park have one name upstream, which could be Orlando's as well.
  '9fc68f1c-3f5e-4f09-89f2-aab2cf1a0741': 'Universal Studios Hollywood',
  'bc4005c5-8c7e-41d7-b349-cdddf1796427': 'Universal Studios Hollywood',
  '643e837e-b244-4663-8d3a-148c26ecba9c': 'SeaWorld Orlando',
  // Named as Anaheim's upstream.
  'dae968d5-630d-4719-8b06-3d107e944401': 'Disneyland Park Paris',
}

/** The one name of a park or destination in the whole product (core, section 2, where it names one). */
export const toDisplayName = (id: string, name: string): string => KNOWN[id] ?? toTypographic(name)

/** The feed's name without marks of ownership, and with the quotation marks of print: “it’s a small world”. */
export function toTypographic(name: string): string {
  return name
    .replaceAll(/\s*[®™©]/g, '')
    .replaceAll(/(^|[\s([])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/(^|[\s([“])'(?!\w+')/g, '$1‘')
    .replaceAll("'", '’')
    .trim()
}
