/** The look of a question that staff put together: its controls in a row, each with its own words below. */
export const QUESTION = 'flex flex-wrap items-start gap-3 print:hidden'

/** The answer to a question that staff has put, read out when it comes. */
export const QuestionAnswer = ({ answer }: { answer: string | null }) => (
  <div role="status">
    {answer && <p className="border-l-4 border-line-strong pl-3 wrap-anywhere">{answer}</p>}
  </div>
)
