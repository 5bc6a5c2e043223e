import { randomUUID } from 'node:crypto'
import { insertSetAside } from '@walkon/testing/set-aside-events'
import { describeAccess } from '@walkon/testing/access-matrix'
import type { Database } from '@walkon/service/database'
import { versionOf } from '@walkon/service/version-of'
import { notifier } from './app.ts'
import { insertIssue } from './db/newsletter/newsletter-issues.ts'

const WORDS = { subject: 'Quiet hours', markdown: 'Come early.' }

const aDraft = async (db: Database) => {
  const { id } = await db.transaction((tx) => insertIssue(tx, { ...WORDS, createdAt: new Date() }))
  return { params: { issueId: id } }
}

describeAccess(
  notifier,
  {
    'GET /u/assets/page.css': 'public',
    'GET /u/:token': 'public',
    'POST /u/:token': 'public',

    'GET /t/:code': 'public',

    'GET /devices': 'caller',
    'POST /devices': 'caller',
    'POST /devices/current': 'caller',
    'DELETE /devices/:id': 'caller',
    'POST /devices/:id/test': 'caller',
    'PUT /push/preference': 'caller',

    'GET /push/key': 'public',
    'POST /devices/renewed': 'public',
    'POST /pushes/shown': 'public',
    'POST /pushes/replies': 'public',

    'GET /offers': 'public',
    'GET /history': 'caller',
    'DELETE /history': 'account',
    'GET /alerts-today': 'public',

    'GET /ways': 'caller',
    'GET /ways/text': 'caller',
    'POST /ways/email/resume': 'caller',
    'GET /ways/email/lists/:list': 'caller',
    'POST /ways/email/lists/:list/resume': 'caller',
    'POST /ways/email/link': 'caller',
    'POST /ways/sms/question': 'caller',
    'POST /test-alerts': 'caller',

    'POST /newsletter': 'optional-caller',
    'GET /newsletter/issues': 'admin',
    'POST /newsletter/issues': 'admin',
    'PUT /newsletter/issues/:issueId': 'admin',
    'POST /newsletter/issues/:issueId/test': 'admin',
    'POST /newsletter/issues/:issueId/send': 'proven-admin',

    'GET /plan-texts': 'account',
    'PUT /plan-texts': 'account',
    'DELETE /plan-texts': 'account',

    'GET /webhook-endpoints': 'account',
    'POST /webhook-endpoints': 'account',
    'DELETE /webhook-endpoints/:id': 'account',
    'POST /webhook-endpoints/:id/resume': 'account',
    'POST /webhook-endpoints/:id/test': 'account',
    'GET /webhook-endpoints/:id/messages': 'account',

    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /system/sends': 'support',
    'POST /suppressions/look-up': 'support',
    'POST /suppressions': 'support',
    'POST /suppressions/release': 'support',

    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
    'GET /provider-events': 'admin',
    'POST /provider-events/:position/replay': 'admin',
    'POST /visitors/find': 'support',
    'POST /visitors/read': 'support',

    'POST /webhooks/postmark': 'provider',
    'POST /webhooks/twilio': 'provider',
  },
  {
    acts: {
      'POST /provider-events/:position/replay': async ({ db }) => {
        const position = await insertSetAside(db, 'postmark')
        return { params: { position }, payload: { isDryRun: false, reason: 'Mended' } }
      },
      'POST /suppressions': () => ({
        payload: { channel: 'email', address: 'ada@example.com', what: 'lists', reason: 'Asked by letter' },
      }),
      'POST /suppressions/release': () => ({
        payload: { channel: 'email', address: 'ada@example.com', reason: 'Asked by letter' },
      }),
      'POST /newsletter/issues': () => ({ payload: WORDS }),
      'PUT /newsletter/issues/:issueId': async ({ db }) => ({
        ...(await aDraft(db)),
        payload: { ...WORDS, version: versionOf(WORDS.subject, WORDS.markdown) },
      }),
      'POST /newsletter/issues/:issueId/test': async ({ db }) => ({
        ...(await aDraft(db)),
        payload: { requestId: randomUUID() },
      }),
      'POST /newsletter/issues/:issueId/send': async ({ db }) => ({
        ...(await aDraft(db)),
        payload: { requestId: randomUUID(), version: versionOf(WORDS.subject, WORDS.markdown) },
      }),
    },
    ignoresJson: ['POST /u/:token'],
    env: {
      MAIL_FROM: 'Walkon <alerts@walkon.example>',
      POSTAL_ADDRESS: 'Walkon, 1 Park Lane, Springfield',
      POSTMARK_SERVER_TOKEN: 'token',
      POSTMARK_WEBHOOK_USER: 'postmark',
      POSTMARK_WEBHOOK_PASSWORD: 'secret',
      SMS_ENABLED: 'true',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_MESSAGING_SERVICE_SID: 'MG1',
    },
  },
)
