import { LastDeletion } from '../../components/lists/last-deletion.ts'

/** The panel's last deletion: of videos, of a storyboard, or of its entries. */
export const lastRemoval = new LastDeletion()
