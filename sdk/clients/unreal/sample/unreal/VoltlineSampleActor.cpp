// An actor that requests a sample ad when the level starts and opens it on a click.
// Declare it in a header of your module as AVoltlineSampleActor : public AActor with the members used below.
#include "VoltlineSampleActor.h"

#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"

void AVoltlineSampleActor::BeginPlay()
{
    Super::BeginPlay();
    const FString Device = FPlatformMisc::GetLoginId();
    Transport = MakeUnique<FVoltlineUnrealTransport>();
    Client = MakeUnique<voltline::Client>(
        voltline::Client::Options{"https://your.voltline", "YOUR_KEY", TCHAR_TO_UTF8(*Device), "AOS"}, *Transport);
    Client->session("", "1.0", [](const voltline::Answer<bool>&) {});
    Client->requestAd(101, "", true, [this](const voltline::Answer<voltline::Ad>& Answer)
    {
        // AD_NOTFOUND or another refusal: show nothing.
        if (!Answer.isGood()) return;
        Ad = Answer.value;
        ShowPicture(UTF8_TO_TCHAR(Ad.materials[0].c_str()));
        Client->report(Ad, "IMPRESSION", [](const voltline::Answer<voltline::Reward>&) {});
    });
}

void AVoltlineSampleActor::NotifyActorOnClicked(FKey Button)
{
    Super::NotifyActorOnClicked(Button);
    FPlatformProcess::LaunchURL(UTF8_TO_TCHAR(Ad.clickUrl.c_str()), nullptr, nullptr);
}
