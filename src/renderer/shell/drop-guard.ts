/**
 * Keeps a file that is dropped beside a drop target from replacing the app: a browser would open it in the page's
 * place. Targets have taken their drop (and prevented the default) before it gets here. Returns its undo.
 */
export function guardDrops(target: EventTarget): () => void {
  const refuse = (event: Event): void => {
    if (!(event instanceof DragEvent) || event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
  return () => {
    target.removeEventListener('dragover', refuse)
    target.removeEventListener('drop', refuse)
  }
}
