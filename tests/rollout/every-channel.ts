import { alertByEveryChannel } from '../support/every-channel.ts'
import { createWalkonClient } from '../support/walkon-client.ts'

/** A mail, a text and a push of the system of docker-compose.yml, which must run: `node tests/rollout/every-channel.ts`. Fails if one does not come. */

const began = Date.now()
const told = await alertByEveryChannel(createWalkonClient('http://127.0.0.1:8080'))
for (const [channel, { subject, text, sentAt }] of Object.entries(told))
  process.stdout.write(`${channel.padEnd(5)} ${sentAt}  ${subject ?? text.split('\n')[0]}\n`)
process.stdout.write(`by every channel within ${((Date.now() - began) / 1_000).toFixed(0)} s\n`)
process.exit(0)
