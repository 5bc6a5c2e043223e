import type { MailList } from '@walkon/contracts/values'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { toShownReference } from '@walkon/contracts/mail-reference'
import { html, Html } from './html.ts'

/** The parts of every mail: the frame, its colours in both themes, and the words at its foot. */

export type Site = {
  /** Without a slash at the end. */
  publicUrl: string
  /** Name and postal address of the sender, as the law asks of every such mail (CAN-SPAM). */
  postalAddress: string
}

export type Setting = {
  site: Site
  manageUrl: string
  /** The list that the mail can be left from, and where; null where it cannot be left. */
  leaving: { list: MailList; url: string } | null
  /** Why nothing of that list goes to the address, where nothing does; a letter that goes all the same says so. */
  stoppedBy: SuppressionReason | null
  /** The key by which support finds the mail; null for one that an earlier release queued. */
  reference: string | null
  now: Date
}

export type MailText = { subject: string; html: string; text: string }

export const HEADING = "Archivo,'Helvetica Neue',Arial,sans-serif"
export const CODE_FONT = "ui-monospace,Menlo,Consolas,'Courier New',monospace"
export const NUMBERS = "Archivo,'Arial Black','Helvetica Neue',Arial,sans-serif"

/** Inline for the light theme, because many programs drop the style element; the classes are for the dark one. */
export const COLOURS = {
  ink: '#15192d',
  ink2: '#4b4f66',
  paper: '#f5efe2',
  sheet: '#fdfaf3',
  line: '#d6ccb6',
  action: '#4321c4',
  onPlate: '#fff8e6',
  go: '#0a663a',
  mid: '#8c4f00',
  stop: '#ab2318',
} as const

// No value goes in here: this is the one part of a mail that is the same in all of them.
const STYLE = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .pad { padding-left: 16px !important; padding-right: 16px !important; } .big { font-size: 88px !important; line-height: 80px !important; } .num { width: 92px !important; } }
  @media (prefers-color-scheme: dark) {
    .paper { background: #0b1027 !important; } .sheet { background: #141b3b !important; border-color: #2b3563 !important; }
    .ink { color: #f6f1e4 !important; } .ink2 { color: #b4bad6 !important; } .rule { border-color: #2b3563 !important; }
    .go { color: #55d394 !important; } .mid { color: #f7b54a !important; } .stop { color: #ff8b7a !important; }
    .plate-go { background: #3fc384 !important; } .plate-mid { background: #f2ab38 !important; } .plate-stop { background: #ff8471 !important; }
    .onplate { color: #07101f !important; border-color: #07101f !important; }
    .btn { background: #b9a9ff !important; } .btn a { color: #170c47 !important; } .link { color: #b9a9ff !important; }
  }
  /* Outlook.com rewrites colours itself in the dark: say ours again. */
  [data-ogsc] .ink { color: #f6f1e4 !important; } [data-ogsc] .ink2 { color: #b4bad6 !important; }
  [data-ogsc] .go { color: #55d394 !important; } [data-ogsc] .mid { color: #f7b54a !important; } [data-ogsc] .stop { color: #ff8b7a !important; }
  [data-ogsc] .onplate { color: #07101f !important; } [data-ogsc] .link { color: #b9a9ff !important; }
  [data-ogsb] .plate-go { background: #3fc384 !important; } [data-ogsb] .plate-mid { background: #f2ab38 !important; } [data-ogsb] .plate-stop { background: #ff8471 !important; }
`)

const MSO_SETTINGS = new Html(
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->',
)
/** Word, which draws mail in Outlook for Windows, knows no max-width. */
const MSO_TABLE = new Html(
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const MSO_TABLE_END = new Html('<!--[if mso]></td></tr></table><![endif]-->')

export type Frame = {
  title: string
  /** The preview that mail programs show beside the subject. */
  preheader: string | Html
  /** One or two lines beside the name. */
  heading: string[]
  /** Table rows. */
  body: Html
  /** Why the visitor gets this, as a paragraph's content. */
  reason: Html
  site: Site
  reference: string | null
  /** Fares come from another provider than waits. */
  creditsWaits: boolean
}

export function toMailHtml(frame: Frame): string {
  const { title, preheader, heading, body, reason, site, reference, creditsWaits } = frame
  return html`<!doctype html>
<html lang="en" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${title}</title>
${MSO_SETTINGS}
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f5efe2;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;" aria-hidden="true">${preheader}</div>
<div role="main">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5efe2" style="background:#f5efe2;">
<tr><td align="center" style="padding:24px 8px;">
${MSO_TABLE}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;">
  <tr><td class="pad" style="padding:0 32px 16px;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
      <td class="ink" style="font:900 24px/28px ${NUMBERS};letter-spacing:-1px;color:#15192d;white-space:nowrap;">Walkon <span class="go" style="color:#0a663a;letter-spacing:0;">&#9656;</span></td>
      <td class="ink2" align="right" style="padding-left:16px;font-size:14px;line-height:20px;color:#4b4f66;">${heading.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}</td>
    </tr></table>
  </td></tr>
${body}
  <tr><td class="pad" style="padding:20px 32px 0;">
    ${smallPrint(reason)}
    <p class="ink2" style="margin:12px 0 0;font-size:14px;line-height:20px;color:#4b4f66;">${creditsWaits && html`Powered by ${link('https://themeparks.wiki', 'ThemeParks.wiki')}. `}Walkon is not affiliated with the park operators.<br>${site.postalAddress}${reference !== null && html`<br>${toReferenceLine(reference)}`}</p>
  </td></tr>
</table>
${MSO_TABLE_END}
</td></tr>
</table>
</div>
</body>
</html>
`.source
}

const smallPrint = (content: Html) =>
  html`<p class="ink2" style="margin:0;font-size:14px;line-height:20px;color:#4b4f66;">${content}</p>`

/** The sheet below the plate, or alone: a bordered table whose rows the caller brings. */
export const sheet = (rows: Html) => html`
  <tr><td style="padding-top:12px;">
    <table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fdfaf3" style="background:#fdfaf3;border:1px solid #d6ccb6;border-radius:12px;">
${rows}
    </table>
  </td></tr>`

export const button = (url: string, label: string) => html`
        <table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
          <td class="btn" bgcolor="#4321c4" style="background:#4321c4;border-radius:24px;"><a href="${url}" style="display:inline-block;padding:14px 28px;font:bold 16px/20px ${HEADING};color:#fdfaf3;text-decoration:none;">${label}</a></td>
        </tr></table>`

export const paragraph = (content: Html, marginTop: number) =>
  html`<p class="ink" style="margin:${marginTop}px 0 0;font-size:16px;line-height:24px;color:#15192d;">${content}</p>`

export const link = (url: string, label: string) =>
  html`<a class="link" href="${url}" style="color:#4321c4;">${label}</a>`

/** Links one below the other, far enough apart for a thumb. */
export const linkList = (links: Html[]) =>
  html`<p class="ink" style="margin:12px 0 0;font-size:16px;line-height:32px;color:#15192d;">${links.map((each, index) => (index === 0 ? each : html`<br>${each}`))}</p>`

export const heading = (text: string) =>
  html`<h1 class="ink" style="margin:0;font:bold 28px/32px ${HEADING};letter-spacing:-0.5px;color:#15192d;">${text}</h1>`

/** The foot of every text version. */
export const textFoot = (
  reason: string,
  { site, reference, creditsWaits }: Pick<Frame, 'site' | 'reference' | 'creditsWaits'>,
) =>
  `${reason}

${creditsWaits ? 'Powered by ThemeParks.wiki (https://themeparks.wiki). ' : ''}Walkon is not affiliated with the park operators.
${site.postalAddress}
${reference === null ? '' : `${toReferenceLine(reference)}\n`}`

const toReferenceLine = (reference: string) => `Ref. ${toShownReference(reference)}`
