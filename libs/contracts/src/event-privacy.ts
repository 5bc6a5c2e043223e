import { z } from 'zod'
import type { EventDefinition } from './event.ts'

/** Whether an address of a person travels in the event; its topic is then kept seven days and never compacted. */
export const carriesAddress = ({ data }: EventDefinition): boolean =>
  /"(email|address)":/.test(JSON.stringify(z.toJSONSchema(data)))
