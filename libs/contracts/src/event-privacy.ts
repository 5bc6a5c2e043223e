import { z } from 'zod'
import type { EventDefinition } from './event.ts'

/** True if the event's data has a person's address. Its topic is then kept seven days and never compacted. */
export const carriesAddress = ({ data }: EventDefinition): boolean =>
  /"(\w*email|address)":/i.test(JSON.stringify(z.toJSONSchema(data)))
