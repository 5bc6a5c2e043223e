import { PROBLEMS_PATH } from '@walkon/contracts/http/problem-codes'
import { HTTP_DOCUMENTS } from './documents.ts'

export const DOCS_PATH = '/api/docs'

const PAGES = [
  { path: DOCS_PATH, name: 'Overview' },
  ...HTTP_DOCUMENTS.map((name) => ({ path: `${DOCS_PATH}/${name}`, name })),
  { path: `${DOCS_PATH}/events`, name: 'Events' },
  { path: PROBLEMS_PATH, name: 'Error codes' },
]

/** Styles and scripts are files of their own: the content security policy takes nothing inline. */
export type DocsPage = {
  path: string
  title: string
  main: string
  /** The viewer draws a main landmark of its own, and a page has one. */
  hasViewer?: boolean
  styles?: string[]
  scripts?: string[]
}

export function toPage({
  path,
  title,
  main,
  hasViewer = false,
  styles = [],
  scripts = [],
}: DocsPage): string {
  const landmark = hasViewer ? 'div' : 'main'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Walkon API</title>
<link rel="icon" href="/favicon.svg">
${['docs.css', ...styles].map((file) => `<link rel="stylesheet" href="${DOCS_PATH}/assets/${file}">`).join('\n')}
${scripts.map((file) => `<script src="${DOCS_PATH}/assets/${file}" defer></script>`).join('\n')}
</head>
<body>
<nav class="pages" aria-label="API documentation"><ul>
${PAGES.map(({ path: to, name }) => `<li><a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a></li>`).join('\n')}
</ul></nav>
<${landmark} class="content">
${main}
</${landmark}>
</body>
</html>
`
}

/** Text with its Markdown code spans: the catalogues are written once for the docs and for these pages. */
export function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}
