/* protocol/stop.c - implements stop.h. */
#include "protocol/stop.h"

#include "options/signals.h"

void stop_give(struct stop *stop)
{
    atomic_store(&stop->is_given, true);
    ofl_stop(stop->engine);
}

void stop_take_back(struct stop *stop)
{
    ofl_clear_stop(stop->engine);
    atomic_store(&stop->is_given, false);
}

bool stop_is_given(const struct stop *stop)
{
    return atomic_load(&stop->is_given) || signals_caught();
}
