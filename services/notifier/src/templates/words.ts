import type { DeliveryContent } from '../domain/content.ts'
import { fillAlertMail } from './filled-alert-mail.ts'
import { toIssueMail } from './issue-mail.ts'
import { toLetterMail } from './letter-mail.ts'
import type { MailText } from './mail.ts'
import { toTestMail, toTestText } from './test-alert.ts'
import { toAlertPush, toLetterPush, toTestPush, type PushText } from './push-message.ts'
import { toAlertText, toAnswerText, toLetterText, toQuestionText, type TextSetting } from './text-message.ts'

/** The words of each kind of message on each channel. */

type Kind = DeliveryContent['kind']
type ContentOf<Of extends Kind> = Extract<DeliveryContent, { kind: Of }>
type MailSetting = Parameters<typeof fillAlertMail>[1]

type Words<Setting, Written> = { [Of in Kind]: (content: ContentOf<Of>, setting: Setting) => Written }

/** A number is asked, and a reply answered, by text alone; the newsletter goes by mail alone. */
function notHere({ kind }: DeliveryContent): never {
  throw new Error(`A delivery of kind ${kind} has no words on this channel`)
}

/** Each kind has a cell for each channel: without one, this does not compile. */
const WORDS: {
  email: Words<MailSetting, MailText>
  sms: Words<TextSetting, string>
  push: Words<null, PushText>
} = {
  email: {
    'ride-alerts': fillAlertMail,
    letter: toLetterMail,
    'number-question': notHere,
    'reply-answer': notHere,
    'test-alert': toTestMail,
    'newsletter-issue': toIssueMail,
  },
  sms: {
    'ride-alerts': toAlertText,
    letter: toLetterText,
    'number-question': toQuestionText,
    'reply-answer': toAnswerText,
    'test-alert': toTestText,
    'newsletter-issue': notHere,
  },
  push: {
    'ride-alerts': toAlertPush,
    letter: toLetterPush,
    'number-question': notHere,
    'reply-answer': notHere,
    'test-alert': toTestPush,
    'newsletter-issue': notHere,
  },
}

export const writeMail = (content: DeliveryContent, setting: MailSetting): MailText =>
  wordsOf(WORDS.email, 'mail', content)(content, setting)

export const writeText = (content: DeliveryContent, setting: TextSetting): string =>
  wordsOf(WORDS.sms, 'text', content)(content, setting)

export const writePush = (content: DeliveryContent): PushText =>
  wordsOf(WORDS.push, 'push', content)(content, null)

/** Throws for a kind that an earlier release queued. Its words stay out of the error. */
function wordsOf<Setting, Written>(
  words: Words<Setting, Written>,
  what: 'mail' | 'text' | 'push',
  { kind }: DeliveryContent,
): (content: DeliveryContent, setting: Setting) => Written {
  if (!Object.hasOwn(words, kind)) throw new Error(`No ${what} is written for a delivery of kind ${kind}`)
  // Each cell takes the contents of its own kind, which is that of this content.
  return words[kind] as (content: DeliveryContent, setting: Setting) => Written
}
