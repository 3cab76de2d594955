import { unsettled } from './items-under-way.ts'

/** SQL that is true for a message that is not deleted. A mark hides it only while its deletion is in effect. */
export const visible = visibleAs('messages')

/** Returns the same SQL for another name of the table in the statement. */
export function visibleAs(name: string): string {
  return `(${name}.deletion_id IS NULL OR ${name}.deletion_id IN (SELECT id FROM message_deletions WHERE at = ${unsettled}))`
}
