import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A collector that reads and forgets; prints its address. */

const server = createServer((request, response) => {
  request.resume().once('end', () => response.end('{}'))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
