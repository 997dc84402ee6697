# Shared by the scripts beside it; sourced, never run. Sets `root` and makes it the working directory.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd -- "$root"

# Debug builds of all packages share one scratch path: each builds only its own part on top of the others'.
scratch="$root/.build/shared"

# Every folder that holds a package, lower layers first (the table in Scripts/check-imports).
layers=(
    Tools/TestData
    Packages/CloudCore Packages/SQLiteKit Packages/HTTPServer Packages/CryptoPrimitives
    Packages/FileCoordination Packages/Transport Packages/KeychainKit Packages/OAuth Packages/TransferQueue
    Tools/Conformance
    Packages/VaultCrypto
    Packages/CloudLocalFileSystem Packages/CloudWebDAV Packages/CloudS3 Packages/CloudBox Packages/CloudDropbox
    Packages/CloudGoogleDrive Packages/CloudMicrosoftGraph Packages/CloudPCloud
    Packages/Ubiquity
    Tools/CLI Tools/TransferWorker Tools/Benchmarks Tools/Fuzzing
    IntegrationTests
)

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Prints the comment at the top of the script as its help.
usage() {
    sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"
}

# Fills `packages` with the folders that exist, in layer order; one that is in no layer is an error.
find_packages() {
    local folder manifest
    packages=()
    for folder in "${layers[@]}"; do
        if [[ -f $folder/Package.swift ]]; then packages+=("$folder"); fi
    done
    for manifest in Packages/*/Package.swift Tools/*/Package.swift; do
        folder=${manifest%/Package.swift}
        [[ " ${layers[*]} " == *" $folder "* ]] || die "$folder is in no layer: add it to Scripts/lib.sh"
    done
}
