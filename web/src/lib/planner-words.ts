import { wordsOf } from './problem-texts.ts'

/** What to tell of a refused call of the planner: its features share the words. */
export const plannerProblem = wordsOf<'planner'>({
  'gate-closed': { title: 'Coming soon', text: 'This is not open yet. Please reload the page.' },
  'gate-password-wrong': { title: 'Incorrect password', text: 'Please try again.' },
})
