import { SERVICE_NAMES, schemaOf } from '@walkon/contracts/services'
import { CONTAINER_SECURITY, labelsOf, POD_SECURITY, secretEnv, type Manifest } from './manifest.ts'

/** Jobs that a release runs before its services start: first the database and the topics, then each service's migrations. */
export function toReleaseJobs(): Manifest[] {
  return [
    toJob('prepare-database', '1', [
      secretEnv('ADMIN_DATABASE_URL', 'ADMIN_DATABASE_URL', 'release'),
      secretEnv('ALERT_LIFE_DATABASE_URL', 'ALERT_LIFE_DATABASE_URL', 'release'),
      ...SERVICE_NAMES.map((name) =>
        secretEnv(`${schemaOf(name).toUpperCase()}_DATABASE_URL`, 'DATABASE_URL', name),
      ),
    ]),
    toJob('create-topics', '1', [], [{ secretRef: { name: 'create-topics', optional: true } }]),
    ...SERVICE_NAMES.map((name) =>
      toJob(`migrate-${name}`, '2', [secretEnv('DATABASE_URL', 'DATABASE_URL', name)]),
    ),
  ]
}

/** `k8s/roll-out.sh` starts the jobs of step 2 once those of step 1 are complete. */
function toJob(name: string, step: '1' | '2', env: unknown[], secrets: unknown[] = []): Manifest {
  const labels = {
    ...labelsOf('release'),
    'app.kubernetes.io/component': name,
    'walkon.example/step': step,
  }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      // A failed job is looked at, not hidden; a good one leaves after a day.
      backoffLimit: 3,
      activeDeadlineSeconds: 1800,
      ttlSecondsAfterFinished: 86_400,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: POD_SECURITY,
          containers: [
            {
              name,
              image: 'walkon-preparation',
              args: [`${name}.mjs`],
              envFrom: [{ configMapRef: { name: 'walkon' } }, ...secrets],
              env,
              securityContext: CONTAINER_SECURITY,
              resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
            },
          ],
        },
      },
    },
  }
}
