export type Voice = { name: string; park: string; text: string; stars: 1 | 2 | 3 | 4 | 5; isOfPayment?: true }

/** Sample data: nobody has said this. The section says so too (core, section 2). */
export const SAMPLE_VOICES: Voice[] = [
  {
    name: 'Priya N.',
    park: 'Magic Kingdom',
    stars: 5,
    text: 'Walked onto Space Mountain at 2:45 while everybody else was at lunch.',
  },
  { name: 'Marcus T.', park: 'EPCOT', stars: 5, text: 'Three alerts before noon. We did all three.' },
  {
    name: 'Jo & Sam',
    park: 'Hollywood Studios',
    stars: 4,
    text: 'It said 20 minutes and it was 20 minutes.',
  },
  {
    name: 'Elena R.',
    park: 'Disneyland',
    stars: 5,
    text: 'I put my phone away and still did not miss the short ones.',
  },
  {
    name: 'Dev P.',
    park: 'Animal Kingdom',
    stars: 4,
    text: 'Set Flight of Passage to 45. Got it at 8:10 pm.',
  },
  {
    name: 'The Okafors',
    park: 'Magic Kingdom',
    stars: 5,
    text: 'With two small children this is the difference between two rides and six.',
  },
  {
    name: 'Hannah W.',
    park: 'California Adventure',
    stars: 5,
    text: 'One message is all I want. One message is all I got.',
  },
  {
    name: 'Luis G.',
    park: 'EPCOT',
    stars: 4,
    text: 'Rained all day, so only two alerts. Refunded without asking.',
    isOfPayment: true,
  },
  {
    name: 'Mei L.',
    park: 'Magic Kingdom',
    stars: 5,
    text: 'Seven Dwarfs at 25. Worth the day pass by itself.',
  },
  {
    name: 'Tom B.',
    park: 'Disneyland',
    stars: 3,
    text: 'One wrong number on a ride that broke down. The rest was spot on.',
  },
]
