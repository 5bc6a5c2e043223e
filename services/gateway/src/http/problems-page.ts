import {
  isGoTrueCode,
  PROBLEM_CODES,
  PROBLEMS,
  PROBLEMS_PATH,
  type ProblemCode,
} from '@walkon/contracts/http/problem-codes'
import type { FastifyInstance } from 'fastify'

const STYLE_PATH = '/api/docs/problems.css'
const CACHE_CONTROL = 'public, max-age=300'

/** `GET /api/docs/problems`: every error code under an anchor of its name, where the `type` of a problem leads. */
export async function problemsPage(app: FastifyInstance) {
  app.get(PROBLEMS_PATH, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', CACHE_CONTROL).send(PAGE),
  )
  // A file of its own: the content security policy takes no inline style.
  app.get(STYLE_PATH, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', CACHE_CONTROL).send(STYLE),
  )
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes – Walkon API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>Error codes</h1>
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
</section>
</main>
</body>
</html>
`

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

/** Text with its Markdown code spans; the catalogue is written once for the docs and for this page. */
function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f5efe2, #0b1027);
  --sheet: light-dark(#fdfaf3, #141b3b);
  --ink: light-dark(#15192d, #f6f1e4);
  --ink-2: light-dark(#4b4f66, #b4bad6);
  --line: light-dark(#d6ccb6, #2b3563);
  --action: light-dark(#4321c4, #b9a9ff);
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem clamp(16px, 4vw, 40px) 4rem; }
h1 { font-size: 2rem; line-height: 1.2; }
h2 { margin-top: 3rem; font-size: 1.5rem; line-height: 1.2; }
h3 { margin: 0; font-size: 1.125rem; line-height: 1.3; }
p { margin: 0.5rem 0 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding-block: 0.5rem; }
a { color: var(--action); }
a:focus-visible { outline: 3px solid var(--action); outline-offset: 3px; }
code { font: 0.9375em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
article { margin-top: 1rem; padding: 1rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); scroll-margin-top: 1rem; }
article:target { outline: 3px solid var(--action); }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; color: var(--ink-2); }
`
