import { LastDeletion } from '../../components/lists/last-deletion.ts'

/** The panel's last deletion: of images from the gallery, or of pictures from the form. */
export const lastRemoval = new LastDeletion()
