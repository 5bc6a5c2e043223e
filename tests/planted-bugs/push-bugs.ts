import type { PlantedBug } from './planted-bug.ts'

/** Web push: which addresses are called, and the email in its place. */
export const PUSH_BUGS: PlantedBug[] = [
  {
    name: 'a push service that may send our server elsewhere',
    changes: [
      {
        file: 'services/notifier/src/clients/web-push.ts',
        replace: "redirect: 'manual'",
        with: "redirect: 'follow'",
      },
    ],
    run: ['services/notifier/src/jobs/push-faults.test.ts'],
    only: 'a push answered with (302|413) ends',
    red: ['a push answered with 302 ends, and the device stays for the next one'],
  },
  {
    name: 'a domain of push services that is matched without its dot',
    changes: [
      {
        file: 'services/notifier/src/domain/push-endpoint.ts',
        replace: "'.notify.windows.com'",
        with: "'notify.windows.com'",
      },
    ],
    run: ['services/notifier/src/routes/device-endpoints.test.ts'],
    red: ['422: the endpoint https://evilnotify.windows.com/1 is refused'],
  },
  {
    name: 'an email that waits and is not locked before its pushes are looked at',
    changes: [
      {
        file: 'services/notifier/src/db/deliveries/waiting-mails.ts',
        replace: 'order by d.id for update',
        with: 'order by d.id',
      },
    ],
    run: ['services/notifier/src/use-cases/deliveries/settle-deliveries.test.ts'],
    red: [
      'of two pushes that end in transactions at the same moment, the second sees the end of the first and releases the email',
    ],
  },
]
