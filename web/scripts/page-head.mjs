/** Stands for the product's own address, which the gateway knows. */
const ORIGIN = 'https://origin.invalid'

/** The tags of one page's head: title and description, what a shared link shows, and the feed that a reader of feeds finds. */
export function headOf(path, { title, description, feed }) {
  const address = ORIGIN + path
  const about = description
    ? [
        meta('name', 'description', description),
        `<link rel="canonical" href="${address}" />`,
        meta('property', 'og:type', 'website'),
        meta('property', 'og:site_name', 'Walkon'),
        meta('property', 'og:title', title),
        meta('property', 'og:description', description),
        meta('property', 'og:url', address),
        meta('property', 'og:image', `${ORIGIN}/share.png`),
        meta('property', 'og:image:width', '1200'),
        meta('property', 'og:image:height', '630'),
        meta('property', 'og:image:alt', 'Walkon: the minute it’s short, you know.'),
        meta('name', 'twitter:card', 'summary_large_image'),
      ]
    : [meta('name', 'robots', 'noindex')]
  const found = feed
    ? [
        `<link rel="alternate" type="application/atom+xml" title="${escape(feed.title)}" href="${feed.path}" />`,
      ]
    : []
  return [`<title>${escape(title)}</title>`, ...about, ...found].join('\n    ')
}

/**
 * The page's head in place of the title that the development server shows. The code of the page is named last. The first paint waits for
 * the style sheet and the font, and a browser has six connections to a server of HTTP/1.1.
 */
export function withHead(template, head, chunks) {
  const code = chunks.map((file) => `  <link rel="modulepreload" crossorigin href="/${file}" />\n  `)
  return template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${code.join('')}</head>`)
}

const meta = (kind, name, content) => `<meta ${kind}="${name}" content="${escape(content)}" />`

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
