import type { Band } from '../domain/band.ts'
import { html, type Html } from './html.ts'
import { COLOURS, HEADING, NUMBERS } from './mail.ts'

/** The rides of an alert mail: the plate of the one that leads, and the rows of the others. */

/** A ride in the words of a mail. */
export type Ride = {
  name: string
  /** `10`, or a word where the feed gave no number. */
  figure: string
  unit: string
  band: Band
  /** `since 2:38 pm`: since when the wait stands. */
  age: string
  limit: string
  usual: string
}

/** Rides that have a row of their own. From the next one on, name and wait share one line. */
export const RIDES_WITH_ROWS = 5

const sentence = (text: string) => (text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`)
export const filled = (texts: string[]) => texts.filter((text) => text !== '')
export const toDetail = ({ age, usual, limit }: Pick<Ride, 'age' | 'usual' | 'limit'>) =>
  filled([age, usual, limit]).join(', ')

/** The ride that leads. */
export function plate({ name, figure, unit, band, age, limit, usual }: Ride): Html {
  const colour = COLOURS[band.name]
  // A word is wider than a number, and must not break a narrow screen.
  const size = unit
    ? { font: '120px/104px', spacing: -6, class: 'big' }
    : { font: '64px/64px', spacing: -2, class: '' }
  return html`
  <tr><td class="plate-${band.name}" bgcolor="${colour}" style="background:${colour};border-radius:12px;padding:6px;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="pad onplate" style="border:1px solid #fff8e6;border-radius:7px;padding:18px 26px 24px;color:#fff8e6;">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
        <td class="onplate" style="font-size:16px;line-height:24px;font-weight:bold;color:#fff8e6;">${band.glyph}&nbsp;${band.word}</td>
        <td class="onplate" align="right" style="font-size:16px;line-height:24px;color:#fff8e6;">${age}</td>
      </tr></table>
      <p class="onplate ${size.class}" style="margin:12px 0 8px;font:900 ${size.font} ${NUMBERS};letter-spacing:${size.spacing}px;color:#fff8e6;">${figure}${unit && html`<span style="font-size:28px;line-height:32px;letter-spacing:0;">&nbsp;${unit}</span>`}</p>
      <h1 class="onplate" style="margin:0;font:bold 28px/32px ${HEADING};letter-spacing:-0.5px;color:#fff8e6;">${name}</h1>
      <p class="onplate" style="margin:4px 0 0;font-size:16px;line-height:24px;color:#fff8e6;">${filled([sentence(usual), sentence(limit)]).join(' ')}</p>
    </td></tr></table>
  </td></tr>`
}

export const toRows = (rides: Ride[]) =>
  rides.map((ride, index) => (index < RIDES_WITH_ROWS - 1 ? row : compactRow)(ride, index))

/** `Also short, as always at this hour: Hall of Presidents (10 min), Carousel (walk on).` */
export const toAlwaysLine = (rides: Ride[]): string =>
  rides.length === 0
    ? ''
    : `Also short, as always at this hour: ${rides.map(({ name, figure, unit }) => `${name} (${filled([figure.replace('Walk on', 'walk on'), unit]).join(' ')})`).join(', ')}.`

export const alwaysRow = (isBelowRows: boolean, line: string): Html =>
  line === ''
    ? html``
    : html`
      <tr><td colspan="2" class="pad ink2 rule" style="${isBelowRows && 'border-top:1px solid #d6ccb6;'}padding:16px 32px;font-size:14px;line-height:20px;color:#4b4f66;">${line}</td></tr>`

function row({ name, figure, unit, band, age, limit, usual }: Ride, index: number): Html {
  const rule = index === 0 ? '' : 'border-top:1px solid #d6ccb6;'
  const size = unit ? '40px/40px' : '22px/28px'
  return html`
      <tr>
        <td class="pad num ink rule" width="116" style="width:116px;${rule}padding:16px 0 16px 32px;font:900 ${size} ${NUMBERS};letter-spacing:${unit ? '-2px' : '-0.5px'};color:#15192d;${unit && 'white-space:nowrap;'}">${figure}${unit && html`<span class="ink2" style="font:normal 14px/20px 'Helvetica Neue',Arial,sans-serif;letter-spacing:0;color:#4b4f66;">&nbsp;${unit}</span>`}</td>
        <td class="pad rule" style="${rule}padding:16px 32px 16px 16px;">
          <p class="ink" style="margin:0;font:bold 18px/24px ${HEADING};color:#15192d;">${name}</p>
          <p class="ink2" style="margin:0;font-size:14px;line-height:20px;color:#4b4f66;"><span class="${band.name}" style="color:${COLOURS[band.name]};font-weight:bold;">${band.glyph}&nbsp;${band.word}</span> ${toDetail({ age, usual, limit })}</p>
        </td>
      </tr>`
}

function compactRow({ name, figure, unit, band }: Ride): Html {
  return html`
      <tr>
        <td class="pad num ink rule" style="border-top:1px solid #d6ccb6;padding:8px 0 8px 32px;font:bold 16px/24px ${HEADING};color:#15192d;white-space:nowrap;"><span class="${band.name}" style="color:${COLOURS[band.name]};">${band.glyph}</span>&nbsp;${filled([figure, unit]).join(' ')}</td>
        <td class="pad ink rule" style="border-top:1px solid #d6ccb6;padding:8px 32px 8px 16px;font-size:16px;line-height:24px;color:#15192d;">${name}</td>
      </tr>`
}
