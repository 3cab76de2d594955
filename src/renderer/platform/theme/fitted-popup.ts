/** Floating UI's report of the space for a popup: the height in CSS px to the edge of the window. */
interface Room {
  readonly availableHeight: number
  readonly elements: { readonly floating: HTMLElement }
}

/** Keeps a popup within a low window, where its body scrolls; it is never lower than `leastHeight` CSS px. */
export const fittedPopup = (leastHeight: number) => ({
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }: Room) => {
      elements.floating.style.maxHeight = `${Math.max(availableHeight, leastHeight)}px`
    },
  },
})
