#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

// EVP_MAC_init with one text parameter. In C because an OSSL_PARAM keeps the pointers to its name and value.
static inline int copenssl_mac_init(
    EVP_MAC_CTX *context, const char *parameter, const char *value, const unsigned char *key, size_t keyLength
) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(parameter, (char *)value, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_init(context, key, keyLength, parameters);
}
