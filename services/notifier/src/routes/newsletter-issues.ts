import { finalDecision } from '@walkon/contracts/http/decision'
import { changedIssue, issueTest, issueView, newIssue } from '@walkon/contracts/http/newsletter-issues'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { mailIssueToOneself } from '../use-cases/newsletter/mail-issue.ts'
import {
  changeIssue,
  sendIssue,
  showIssues,
  writeIssue,
  type IssueDeps,
} from '../use-cases/newsletter/write-issue.ts'

const config = { access: 'admin' } as const
const tags = ['newsletter']
const params = z.object({ issueId: z.uuid() })

const list = {
  summary: 'List the issues of the newsletter, newest first',
  operationId: 'listIssues',
  tags,
  success: 'A page of issues, with what became of their mails.',
  querystring: pageQuery,
  response: { 200: pageOf(issueView) },
}
const writing = {
  summary: 'Write an issue of the newsletter',
  operationId: 'writeIssue',
  tags,
  success: 'The draft. Nobody gets it before it is sent.',
  body: newIssue,
  response: { 201: issueView },
}
const change = {
  summary: 'Change a draft of the newsletter',
  operationId: 'changeIssue',
  tags,
  success: 'The draft as it is now.',
  params,
  body: changedIssue,
  response: { 200: issueView, ...problems('issue-not-found', 'issue-sent', 'decision-conflict') },
}
const test = {
  summary: 'Mail an issue to the caller alone',
  operationId: 'testIssue',
  tags,
  success: 'The mail is queued once for each `requestId`, with all that a subscriber would get.',
  params,
  body: issueTest,
  response: { 202: z.null(), ...problems('issue-not-found', 'decision-conflict') },
}
const sending = {
  summary: 'Send an issue to all subscribers',
  operationId: 'sendIssue',
  tags,
  success: 'Its mails are queued from now on, beside the alerts, once for each `requestId`.',
  params,
  body: finalDecision,
  response: { 202: issueView, ...problems('issue-not-found', 'issue-sent', 'decision-conflict') },
}

/** The newsletter, for the admins who write it. */
export async function newsletterIssueRoutes(app: HttpApp, deps: IssueDeps): Promise<void> {
  app.get('/newsletter/issues', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return showIssues(deps.db, request.query)
  })

  app.post('/newsletter/issues', { config, schema: writing }, async (request, reply) =>
    reply.code(201).send(await writeIssue(deps, accountOf(request).userId, request.body)),
  )

  app.put('/newsletter/issues/:issueId', { config, schema: change }, async (request) =>
    changeIssue(deps, accountOf(request).userId, request.params.issueId, request.body),
  )

  app.post('/newsletter/issues/:issueId/test', { config, schema: test }, async (request, reply) => {
    await mailIssueToOneself(deps, accountOf(request), request.params.issueId, request.body)
    return reply.code(202).send(null)
  })

  const route = { config: { access: 'proven-admin' }, schema: sending } as const
  app.post('/newsletter/issues/:issueId/send', route, async (request, reply) =>
    reply
      .code(202)
      .send(await sendIssue(deps, accountOf(request).userId, request.params.issueId, request.body)),
  )
}
