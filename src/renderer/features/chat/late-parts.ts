// One chunk: parts of the chat that the first render does not show.

export { AddPopovers } from './composer/AddPopovers.tsx'
export { PromptForm } from './composer/offers/PromptForm.tsx'
export { VariablesForm } from './composer/offers/VariablesForm.tsx'
export { FolderPicker } from './files/FolderPicker.tsx'
export { PagesDialog } from './files/PagesDialog.tsx'
export { PasswordDialog } from './files/PasswordDialog.tsx'
export { FolderDialogs } from './folders/FolderDialogs.tsx'
export { PassageViewer } from './knowledge/PassageViewer.tsx'
export { LookDialog } from './reading/LookDialog.tsx'
export { SaveDialog } from './saving/SaveDialog.tsx'
export { EndTemporaryDialog } from './temporary/EndTemporaryDialog.tsx'
export { TextDocument } from './text/TextDocument.tsx'
