import { toShownReference } from '@walkon/contracts/mail-reference'
import type { RideAlerts } from '../domain/content.ts'
import { toAlertMail } from './alert-mail.ts'
import type { MailText, Setting } from './mail.ts'

/** No name and no address holds this character. */
const PLACE = '\u0001'
const MANAGE_URL = `${PLACE}manage${PLACE}`
const LEAVE_URL = `${PLACE}leave${PLACE}`
const REFERENCE = `${PLACE}ref.${PLACE}id`
const SHOWN_REFERENCE = toShownReference(REFERENCE)
const PLACES = new RegExp(`(${MANAGE_URL}|${LEAVE_URL}|${SHOWN_REFERENCE})`)

type Template = { subject: string; html: string[]; text: string[] }

/** The most templates that are kept; a further one empties the map. Mails of one reading differ in limit and days, each pair a template. */
const MOST_TEMPLATES = 50
const templates = new Map<string, Template>()

/**
 * The mail of `toAlertMail`. Mails of a reading differ in their links and reference alone, so the words are written once and cut there. A
 * crowd's mails take a quarter of the time to write.
 */
export function fillAlertMail(content: RideAlerts, setting: Setting): MailText {
  const { manageUrl, leaving, reference } = setting
  if (!leaving) throw new Error('An alert mail needs a way out')
  const key = toKey(content, setting)
  const template = templates.get(key) ?? keep(key, toTemplate(content, setting))
  const values = new Map([
    [MANAGE_URL, manageUrl],
    [LEAVE_URL, leaving.url],
    [SHOWN_REFERENCE, toShownReference(reference ?? '')],
  ])
  const fill = (pieces: string[]) => pieces.map((piece) => values.get(piece) ?? piece).join('')
  return { subject: template.subject, html: fill(template.html), text: fill(template.text) }
}

/** All that the words are made of: no id of an alert or subscription is in them. */
function toKey(content: RideAlerts, { site, reference }: Setting): string {
  const { alerts, subscriptionId: _, ...told } = content
  const rides = alerts.map(({ alertId: _id, ...alert }) => alert)
  return JSON.stringify([told, rides, site, reference === null])
}

function toTemplate(content: RideAlerts, setting: Setting): Template {
  const { subject, html, text } = toAlertMail(content, {
    ...setting,
    manageUrl: MANAGE_URL,
    leaving: { list: 'ride-alerts', url: LEAVE_URL },
    reference: setting.reference === null ? null : REFERENCE,
  })
  return { subject, html: html.split(PLACES), text: text.split(PLACES) }
}

function keep(key: string, template: Template): Template {
  if (templates.size >= MOST_TEMPLATES) templates.clear()
  templates.set(key, template)
  return template
}
