/** The most wanted destinations, in this order. By id, because names change upstream. */
const POPULAR = [
  'e957da41-3552-4cf6-b636-5babc5cbc4e5', // Walt Disney World
  'bfc89fd6-314d-44b4-b89e-df1a89cf991e', // Disneyland Resort
  '9fc68f1c-3f5e-4f09-89f2-aab2cf1a0741', // Universal Studios Hollywood
  '89db5d43-c434-4097-b71f-f6869f495a22', // Universal Orlando
]

const rank = (id: string) => {
  const index = POPULAR.indexOf(id)
  return index === -1 ? POPULAR.length : index
}

/** Popular ones first, the others by name. */
export function byPopularity(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return rank(a.id) - rank(b.id) || a.name.localeCompare(b.name, 'en')
}
