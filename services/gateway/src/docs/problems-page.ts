import {
  isGoTrueCode,
  PROBLEM_CODES,
  PROBLEMS,
  PROBLEMS_PATH,
  type ProblemCode,
} from '@walkon/contracts/http/problem-codes'
import { toHtml, toPage } from './page.ts'

/** Every error code under an anchor of its name, where the `type` of a problem leads. */
export const problemsPage = () =>
  toPage({
    path: PROBLEMS_PATH,
    title: 'Error codes',
    main: `<h1>Error codes</h1>
<p>An answer that is not a success is a problem document (RFC 9457). Its <code>type</code> leads to an entry of this page.
Branch on <code>code</code>: it keeps its meaning and its status for ever. <code>detail</code> says what is particular to one answer.</p>
<nav aria-label="Sections"><ul>
<li><a href="#problem-documents">Problem documents</a></li>
<li><a href="#gotrue">Below /auth/v1</a></li>
</ul></nav>
<section aria-labelledby="problem-documents">
<h2 id="problem-documents">Problem documents</h2>
${toEntries(PROBLEM_CODES.filter((code) => !isGoTrueCode(code)))}
</section>
<section aria-labelledby="gotrue">
<h2 id="gotrue">Below /auth/v1</h2>
<p>Identity answers there in the wire format of GoTrue: <code>code</code> and <code>message</code>, or <code>error_code</code> and
<code>msg</code> for a client that sends no API version.</p>
${toEntries(PROBLEM_CODES.filter(isGoTrueCode))}
</section>`,
  })

function toEntries(codes: ProblemCode[]): string {
  return codes
    .map((code) => {
      const { status, owner, title, explanation } = PROBLEMS[code]
      const from = owner === 'all' ? 'any service' : owner
      return `<article id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title">${toHtml(title)}</h3>
<p class="facts"><a href="#${code}"><code>${code}</code></a> <span>Status ${status}</span> <span>From ${from}</span></p>
<p>${toHtml(explanation)}</p>
</article>`
    })
    .join('\n')
}
