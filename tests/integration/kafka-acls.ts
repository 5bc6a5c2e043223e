import type { Manifest } from '@walkon/kubernetes/manifest'
import kafkajs, { type AclEntry } from 'kafkajs'

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs

type Acl = {
  resource: { type: 'topic' | 'group'; name: string; patternType: 'literal' | 'prefix' }
  operations: string[]
}

const OPERATIONS: Record<string, AclEntry['operation']> = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Describe: AclOperationTypes.DESCRIBE,
  Delete: AclOperationTypes.DELETE,
}

/** The rights of a KafkaUser as Strimzi gives them to the broker. */
export function toAcls(user: Manifest | undefined): AclEntry[] {
  if (user === undefined) throw new Error('There is no such user')
  const { acls } = (user['spec'] as { authorization: { acls: Acl[] } }).authorization
  return acls.flatMap(({ resource, operations }) =>
    operations.map((name) => {
      const operation = OPERATIONS[name]
      if (operation === undefined) throw new Error(`No operation ${name}`)
      return {
        resourceType: resource.type === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
        resourceName: resource.name,
        resourcePatternType:
          resource.patternType === 'prefix' ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
        principal: `User:${user.metadata.name}`,
        host: '*',
        operation,
        permissionType: AclPermissionTypes.ALLOW,
      }
    }),
  )
}
