/** Members of the page's world that the code below uses. */
declare const document: {
  getAnimations(): { pending: boolean; playState: string; startTime: unknown }[];
  timeline: { currentTime: unknown };
};

/**
 * Starts the transitions and animations that wait for the browser to draw a picture, which it does not do between the
 * looks at the page.
 */
export function startAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.pending && animation.playState === 'running')
      animation.startTime = document.timeline.currentTime;
  }
}
