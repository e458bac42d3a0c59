/** Characters of a commit that are shown. */
const COMMIT_LENGTH = 8;

/** The beginning of the hash of a commit. @param isSoft whether it explains what it follows */
export function Commit({ commit, isSoft = false }: { commit: string; isSoft?: boolean }) {
  return <code {...(isSoft && { class: 'soft' })}>{commit.slice(0, COMMIT_LENGTH)}</code>;
}
