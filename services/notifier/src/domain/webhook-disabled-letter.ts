import type { Letter } from '@walkon/contracts/letter'

const WORDS = {
  failing: 'It accepted nothing for three days, so we stopped.',
  gone: 'It answered that it is gone (410), so we stopped.',
} as const

/** Says that nothing is posted to a web address any more. Its host alone is named: the rest can hold a secret. */
export function toWebhookDisabledLetter({
  host,
  reason,
}: {
  host: string
  reason: keyof typeof WORDS
}): Letter {
  return {
    kind: 'letter',
    name: 'webhook-disabled',
    subject: 'Your webhook is off',
    preheader: WORDS[reason],
    about: ['Your account'],
    heading: 'Your webhook is off',
    paragraphs: [
      `Your alerts were posted to a web address of yours at ${host}. ${WORDS[reason]}`,
      'Your alerts by email, text and push go on as before.',
    ],
    action: { label: 'Turn it on again', path: '/account' },
    reason: 'You’re getting this because you added a webhook on your account page.',
    shortText: `Your webhook is off. ${WORDS[reason]}`,
  }
}
