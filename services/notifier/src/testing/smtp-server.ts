import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A mail server at its wire, with what can go wrong there. A reply is a whole line, such as `550 5.1.1 No such user`. */

export type SmtpFault =
  | { at: 'mail' | 'recipient' | 'data'; reply: string }
  /** No answer comes to the recipient, so that the message is never handed over. */
  | 'hang-before-message'
  /** The connection ends: before the message, or when it is accepted and before the answer. */
  | 'drop-before-message'
  | 'drop-after-accept'
  /** It is accepted, and the answer never comes. */
  | 'hang-after-accept'

export type TakenMail = { to: string; from: string; message: string; messageId: string }

export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const taken: TakenMail[] = []
  const state: State = { faultOf: () => null, begun: 0, logins: [] }
  /** By the port of the client, which a session names too. */
  const sockets = new Map<number | undefined, Socket>()
  const drop = ({ remotePort }: { remotePort: number }) => sockets.get(remotePort)?.destroy()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    ...createHandlers({ taken, state, drop }),
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://walkon:${PASSWORD}@127.0.0.1:${port}`,
    taken,
    state,
    reset() {
      taken.length = 0
      state.begun = 0
      state.faultOf = () => null
    },
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type State = {
  /** The fault of the n-th mail, counted from 0. */
  faultOf: (mail: number) => SmtpFault | null
  begun: number
  /** The users that logged in. */
  logins: string[]
}

type Handling = { taken: TakenMail[]; state: State; drop: (session: SMTPServerSession) => void }

function createHandlers({ taken, state, drop }: Handling): SMTPServerOptions {
  const faults = new WeakMap<object, SmtpFault | null>()
  const refusalAt = (session: object, at: string) => {
    const fault = faults.get(session)
    return fault && typeof fault === 'object' && fault.at === at ? toRefusal(fault.reply) : null
  }
  return {
    onAuth({ username = '', password }, _session, done) {
      state.logins.push(username)
      if (password === PASSWORD) done(null, { user: username })
      else done(toRefusal('535 5.7.8 Authentication failed'))
    },
    onMailFrom(_address, session, done) {
      faults.set(session, state.faultOf(state.begun++))
      done(refusalAt(session, 'mail'))
    },
    onRcptTo(_address, session, done) {
      const fault = faults.get(session)
      if (fault === 'drop-before-message') drop(session)
      else if (fault !== 'hang-before-message') done(refusalAt(session, 'recipient'))
    },
    async onData(stream, session, done) {
      const message = await readText(stream).catch(() => null)
      // The client left while it sent the message.
      if (message === null) return
      const refusal = refusalAt(session, 'data')
      if (refusal) return done(refusal)
      taken.push(toTaken(session, message))
      const fault = faults.get(session)
      if (fault === 'drop-after-accept') drop(session)
      else if (fault !== 'hang-after-accept') done()
    },
  }
}

const toTaken = ({ envelope: { mailFrom, rcptTo } }: SMTPServerSession, message: string): TakenMail => ({
  to: rcptTo.map(({ address }) => address).join(),
  from: mailFrom ? mailFrom.address : '',
  message,
  messageId: /^Message-ID: (.+?)\r?$/im.exec(message)?.[1] ?? '',
})

const PASSWORD = 'mailbox-password'

function toRefusal(reply: string): Error {
  const [, code = '554', text = ''] = /^(\d{3}) (.*)$/.exec(reply) ?? []
  return Object.assign(new Error(text), { responseCode: Number(code) })
}
