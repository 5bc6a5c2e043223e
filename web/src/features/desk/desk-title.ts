import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import { SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import type { Desk } from './visitor.ts'

/** A service of the desk as staff know it: by the address under which the browser asks it. */
export function deskTitle(desk: Desk): string {
  const service = SERVICE_NAMES.find((name) => SERVICES[name].address === `/api/${desk}`)
  return service ? SERVICE_TITLES[service] : desk
}
