/** The service of a Lightning Lane Assist day, in the words of its page, its payment page and its receipt. */
export const ASSIST_WORDS =
  'We watch the return times of the rides you list, tell you by email and on your devices, and link to the park’s own booking. Bookings here are practice: we book nothing for you.'
